const ADDRESS = "https://js.stripe.com/v3/";

let loading: Promise<boolean> | undefined;

/** Loads the provider's script once; retries on the next call if it fails. Payments also work if it is blocked. */
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
