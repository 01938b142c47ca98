/** The beginning of a text and "…", where it is longer; never a part of an emoji or of an accented letter. */
export function shortened(text: string, longest = 60): string {
  if (text.length <= longest) return text;
  const letters = new Intl.Segmenter("es");
  let end = 0;
  for (const { index, segment } of letters.segment(text)) {
    if (index + segment.length > longest) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end)}…`;
}
