import { describeScreens } from "./screens.ts";

describeScreens([
  { width: 390, height: 844, percent: 200 },
  { width: 320, height: 640, percent: 100 },
]);
