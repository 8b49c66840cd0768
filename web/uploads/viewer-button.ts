export const viewerButton =
  "inline-grid size-10 shrink-0 place-items-center rounded-full bg-black/40 text-white hover:bg-white/20 focus-visible:outline-white [&_svg]:size-5";
