const addressOf = (text: string) =>
  URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));

export function saveText(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = addressOf(text);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function printText(text: string): void {
  const frame = document.createElement("iframe");
  frame.title = "Impression";
  frame.className = "sr-only";
  frame.src = addressOf(text);
  frame.onload = () => {
    frame.contentWindow?.print();
    // Some browsers print only after this function returns.
    setTimeout(() => {
      URL.revokeObjectURL(frame.src);
      frame.remove();
    }, 60_000);
  };
  document.body.append(frame);
}
