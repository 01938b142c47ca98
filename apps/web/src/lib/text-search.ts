/** Without accents and capitals, so that "biologia" finds "Biología". */
export function plainText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

export function search<T>(
  items: readonly T[],
  sought: string,
  textsOf: (item: T) => readonly (string | null)[],
): readonly T[] {
  const needle = plainText(sought.trim());
  if (needle === "") return items;
  return items.filter((item) => textsOf(item).some((text) => text !== null && plainText(text).includes(needle)));
}
