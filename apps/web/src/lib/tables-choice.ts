import { useState } from "react";

const KEY = "repasa:tables";

/** Holds whether charts are shown as tables, which this device remembers. */
export function useTablesChoice(): [asTables: boolean, choose: (asTables: boolean) => void] {
  const [asTables, setAsTables] = useState(readChoice);
  const choose = (wanted: boolean) => {
    setAsTables(wanted);
    try {
      if (wanted) localStorage.setItem(KEY, "on");
      else localStorage.removeItem(KEY);
    } catch {
      // Without storage the choice lasts until the user leaves the screen.
    }
  };
  return [asTables, choose];
}

function readChoice(): boolean {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}
