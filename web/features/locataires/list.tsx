export function LocataireList() {
  return null;
}
