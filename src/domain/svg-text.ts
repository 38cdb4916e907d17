/** Text escaped for XML; characters that XML 1.0 does not allow are left out, and what is longer than `most` is cut. */
export function svgText(text: string, most = Number.POSITIVE_INFINITY): string {
  const points = [...text]
  const shown = points.length > most ? `${points.slice(0, most - 1).join('')}…` : text
  return shown
    .replace(/[\u0000-\u001f\u007f\ufffe\uffff]|\p{Cs}/gu, '')
    .replace(/[&<>"]/g, (mark) => ESCAPES[mark] ?? mark)
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
