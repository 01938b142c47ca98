import { counted } from "#lib/plural.ts";

/** Returns, for example, "La siguen 3 personas". */
export function describeFollowers(followers: number): string {
  if (followers === 0) return "Aún no la sigue nadie";
  return `${followers === 1 ? "La sigue" : "La siguen"} ${counted(followers, "persona", "personas")}`;
}
