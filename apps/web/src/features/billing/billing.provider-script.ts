const ADDRESS = "https://js.stripe.com/v3/";

let loading: Promise<boolean> | undefined;

/**
 * Loads the payment provider's script, once; tells whether it came. Paying goes on without it (a content security
 * policy, a blocker or a bad connection may keep it away), and the next opening tries again.
 */
export function loadProviderScript(): Promise<boolean> {
  loading ??= new Promise((settle) => {
    const script = document.createElement("script");
    script.src = ADDRESS;
    script.async = true;
    script.onload = () => settle(true);
    script.onerror = () => {
      script.remove();
      loading = undefined;
      settle(false);
    };
    document.head.append(script);
  });
  return loading;
}
