import { describeAccessibility } from "./screens.ts";

describeAccessibility();
