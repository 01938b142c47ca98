import { useState } from "react";

/** Longer descriptions are collapsed. About three lines on a phone. */
const MAX_UNCOLLAPSED_LENGTH = 140;

export function FolderDescription({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  if (text.length <= MAX_UNCOLLAPSED_LENGTH && !text.includes("\n")) return text;
  return (
    <>
      <span className={whole ? "whitespace-pre-line" : "line-clamp-3 whitespace-pre-line"}>{text}</span>
      <button
        type="button"
        aria-expanded={whole}
        onClick={() => setWhole(!whole)}
        className="min-h-11 rounded-sm pr-3 font-semibold text-brand-ink text-sm hover:underline"
      >
        {whole ? "Ver menos" : "Ver más"}
      </button>
    </>
  );
}
