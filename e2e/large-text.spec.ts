import { describeLargeText } from "./large-text.ts";

describeLargeText([{ width: 1280, height: 800, percent: 200 }]);
