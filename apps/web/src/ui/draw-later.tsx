import { type FunctionComponent, memo, useDeferredValue } from "react";

/**
 * Returns a component that is drawn with less priority than what is typed, so that the next letter does not wait for the rows of
 * the last one.
 */
export function drawLater<Props extends object>(component: FunctionComponent<Props>): FunctionComponent<Props> {
  const Late = memo(component) as unknown as FunctionComponent<Props>;
  return (props) => <Late {...useDeferredValue(props)} />;
}
