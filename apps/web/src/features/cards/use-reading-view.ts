import { useAddressQuery } from "#lib/use-address-query.ts";

/** A list of cards with all that can be done, or to read; to test oneself with the answers covered. */
export type ReadingView = "list" | "reading" | "covered";

const names: Record<ReadingView, string> = { list: "", reading: "leer", covered: "repasar" };

/** Kept in the address, so that coming back from a card finds it. */
export function useReadingView(): [ReadingView, (view: ReadingView) => void] {
  const [query, setQuery] = useAddressQuery();
  const name = query.get("vista") ?? "";
  const view = (Object.keys(names) as ReadingView[]).find((one) => names[one] === name) ?? "list";
  return [view, (next) => setQuery({ vista: names[next] })];
}
