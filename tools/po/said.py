"""Words that a page says once (src/export/html/repeated.c), put back where they stand."""
import re


def spell_out(page):
    style = re.search(r'<style id="said">(.*?)</style>', page, re.S)
    words = dict(re.findall(r'([a-z]-[0-9a-z]*)::before\{content:"([^"]*)"\}', style[1])) if style else {}
    return re.sub(r"<([a-z]-[0-9a-z]*)></\1>", lambda m: words[m[1]], page)
