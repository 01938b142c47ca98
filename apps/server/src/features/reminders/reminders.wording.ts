const plural = new Intl.PluralRules("es");
const number = new Intl.NumberFormat("es");

export function formatCount(count: number, one: string, many: string): string {
  return `${number.format(count)} ${plural.select(count) === "one" ? one : many}`;
}

/** Returns the number of pending cards in a sentence for subjects and notifications, which are displayed on locked screens. */
export function formatWaitingCards(count: number): string {
  return formatCount(count, "carta te espera", "cartas te esperan");
}
