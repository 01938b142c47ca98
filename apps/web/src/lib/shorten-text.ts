/** Cuts a text that is longer than `longest` and appends "…". Never splits an emoji or an accented letter. */
export function shortenText(text: string, longest = 60): string {
  if (text.length <= longest) return text;
  const letters = new Intl.Segmenter("es");
  let end = 0;
  for (const { index, segment } of letters.segment(text)) {
    if (index + segment.length > longest) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end)}…`;
}
