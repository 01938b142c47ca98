import { describeScreens } from "./screens.ts";

describeScreens([{ width: 1280, height: 800, percent: 200 }]);
