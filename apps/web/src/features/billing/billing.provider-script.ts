const ADDRESS = "https://js.stripe.com/v3/";

let loading: Promise<boolean> | undefined;

/** Loads the provider's script once. Paying works without it, as it may be blocked; the next opening tries again. */
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
