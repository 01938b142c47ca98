import { useAddressQuery } from "#lib/use-address-query.ts";

/** The views of a list of cards: for looking through, for reading, and with covered answers for testing oneself. */
export type ReadingView = "list" | "reading" | "covered";

const names: Record<ReadingView, string> = { list: "", reading: "leer", covered: "repasar" };

/** Stores the view in the address, so that it is restored on the way back from a card. */
export function useReadingView(): [ReadingView, (view: ReadingView) => void] {
  const [query, setQuery] = useAddressQuery();
  const name = query.get("vista") ?? "";
  const view = (Object.keys(names) as ReadingView[]).find((one) => names[one] === name) ?? "list";
  return [view, (next) => setQuery({ vista: names[next] })];
}
