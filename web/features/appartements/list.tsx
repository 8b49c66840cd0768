export function AppartementList() {
  return null;
}
