/** How long the learner takes for a review and for a new card, in seconds. */
export type CardSeconds = { readonly review: number; readonly newCard: number };

/**
 * Returns how many reviews and new cards the pending cards of folders are, and how many minutes they take the learner.
 *
 * @param folders The number of pending cards in each, and how many of them are new.
 */
export function estimateSession(
  folders: Iterable<{ readonly total: number; readonly new: number }>,
  { review, newCard }: CardSeconds,
): { reviews: number; newCards: number; minutes: number } {
  let [reviews, newCards] = [0, 0];
  for (const folder of folders) {
    reviews += folder.total - folder.new;
    newCards += folder.new;
  }
  return { reviews, newCards, minutes: (reviews * review + newCards * newCard) / 60 };
}
