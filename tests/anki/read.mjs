// Reads an .apkg with a reader that is not ours and prints: deck, cards, those whose three fields are all filled.
import { readFile } from 'node:fs/promises';
import { readAnkiPackage } from 'anki-reader';

const { collection } = await readAnkiPackage(new Blob([await readFile(process.argv[2])]));
for (const deck of Object.values(collection.getDecks())) {
    const cards = Object.values(deck.getCards());
    const whole = cards.filter((c) => c.getFront() && Object.values(c.getRawCard()).length > 0 && c.getBack());
    if (cards.length > 0)
        console.log(`${deck.getRawDeck().name}: ${cards.length} cards, ${whole.length} whole`);
}
