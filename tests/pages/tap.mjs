// Assertions in TAP: test('a sentence', async () => { ...; that(condition, 'what is wrong') }).
// ONLY=words in the environment: tests whose names have them.
let count = 0, broken = [];
const wanted = name => name.includes(process.env.ONLY || '');
export function that(holds, wrong) {
  if (!holds) broken.push(wrong);
}
export async function test(name, body) {
  if (!wanted(name)) return;
  broken = [];
  try {
    await body();
  } catch (e) {
    broken.push(String(e && e.message).split('\n')[0]);
  }
  count++;
  console.log(`${broken.length ? 'not ok' : 'ok'} ${count} - ${name}`);
  for (const line of broken.slice(0, 12)) console.log('# ' + line);
  if (broken.length) process.exitCode = 1;
}
export function note(text) {
  console.log('# ' + text);
}
export function finish() {
  console.log(`1..${count}`);
}
