export function AppartementRecord() {
  return null;
}
