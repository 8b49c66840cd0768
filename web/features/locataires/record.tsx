export function LocataireRecord() {
  return null;
}
