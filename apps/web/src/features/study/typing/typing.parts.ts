// What only typed answers need, in one file, so that it loads at once.

import { TypedTable } from "#features/study/typing/components/typed-table.tsx";
import { askCard } from "#features/study/typing/typing.asking.ts";

export const typingParts = { TypedTable, askCard };
