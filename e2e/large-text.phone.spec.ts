import { describeLargeText } from "./large-text.ts";

describeLargeText([
  { width: 390, height: 844, percent: 200 },
  { width: 320, height: 640, percent: 100 },
]);
