import {
  File,
  FileArchive,
  FileImage,
  FileSpreadsheet,
  FileText,
  type Icon,
} from "#web/components/ui/row-icons.tsx";

const KINDS: readonly { icon: Icon; extensions: string; className: string }[] = [
  { icon: FileText, extensions: "pdf", className: "text-red" },
  {
    icon: FileImage,
    extensions: "jpg jpeg png gif webp avif heic heif bmp",
    className: "text-violet",
  },
  { icon: FileSpreadsheet, extensions: "xls xlsx ods csv", className: "text-green" },
  { icon: FileText, extensions: "doc docx odt rtf txt md", className: "text-blue" },
  { icon: FileArchive, extensions: "zip 7z rar gz", className: "text-orange" },
];

/** An icon for the type of a file. A screen reader skips it: the name beside it already has the extension. */
export function FileIcon({ extention }: { extention: string }) {
  const kind = KINDS.find(({ extensions }) =>
    extensions.split(" ").includes(extention.toLowerCase()),
  );
  const Icon = kind?.icon ?? File;
  return (
    <Icon
      aria-hidden
      className={`size-4.5 shrink-0 self-center ${kind?.className ?? "text-muted"}`}
    />
  );
}

/** The extension in the name of a file that is not sent yet: « pdf ». */
export const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1] ?? "";
