// The worker puts this script into the page after a picture of Home (src/shell/home-picture.ts). It runs before the first paint
// and loads the app after it.
{
  const { app, owner, named, cookie } = document.currentScript.dataset;
  const start = () => {
    const script = document.createElement("script");
    script.type = "module";
    script.crossOrigin = "";
    script.src = app;
    document.head.append(script);
  };
  try {
    showPicture(owner, named, cookie);
  } finally {
    // Pages in the background have no frames.
    if (document.hidden) start();
    else requestAnimationFrame(() => setTimeout(start));
  }
}

function showPicture(owner, named, cookie) {
  const picture = document.getElementById("picture");
  const root = document.getElementById("root");
  const { until, build, width, path } = picture.dataset;
  const isOfThisBuild = document.querySelector("meta[name=build]").content === build;
  if (
    Date.now() >= Number(until) ||
    !isOfThisBuild ||
    Number(width) !== innerWidth ||
    !isUnlocked(owner, named, cookie)
  ) {
    picture.remove();
    return;
  }
  // The security policy forbids styles in markup.
  for (const styled of picture.querySelectorAll("[data-style]")) styled.style.cssText = styled.dataset.style;
  // The app has drawn Home, or something else: its own loading states stay behind the picture.
  const look = () => {
    const isDrawn = root.querySelector("main h1") && !root.querySelector("main :is(.animate-pulse, .animate-spin)");
    if (isDrawn || !path.split(" ").includes(location.pathname)) remove();
  };
  const observer = new MutationObserver(look);
  const remove = () => {
    picture.remove();
    observer.disconnect();
  };
  observer.observe(root, { childList: true, subtree: true });
  // An app that cannot start must not hide behind its picture.
  setTimeout(remove, 15000);
}

// As src/lib/unlocked-copy.ts decides: the workers of some browsers cannot read cookies.
function isUnlocked(owner, named, cookie) {
  const found = document.cookie.split("; ").find((one) => one.startsWith(`${cookie}=`));
  return found === undefined ? named !== owner : found === `${cookie}=${owner}`;
}
