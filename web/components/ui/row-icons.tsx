import type { ComponentProps, ComponentType } from "react";

export type Icon = ComponentType<Pick<ComponentProps<"svg">, "className" | "aria-hidden">>;

/**
 * An icon of the library as one shape, whose strokes are in the styles. A list draws several icons on each row: fewer
 * elements and attributes draw faster.
 */
const rowIcon = (shape: string): Icon =>
  function RowIcon({ className }) {
    return (
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className={className ? `row-icon ${className}` : "row-icon"}
      >
        <path d={shape} />
      </svg>
    );
  };

const CIRCLE = "M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0";
const FILE =
  "M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5";

export const CircleCheck = rowIcon(`${CIRCLE}M16 9l-5.5 5.5L8 12`);
export const CircleX = rowIcon(`${CIRCLE}M15 9l-6 6M9 9l6 6`);
export const CircleHelp = rowIcon(`${CIRCLE}M9 9.5a3 2.5 0 016 0c0 2-2 2-3 3.5M12 17h.01`);
export const MailCheck = rowIcon(
  "M22 13V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v12c0 1.1.9 2 2 2h8M22 7l-8.97 5.7a1.94 1.94 0 0 1-2.06 0L2 7M16 19l2 2 4-4",
);
export const UserRoundCheck = rowIcon(
  "M2 21a8 8 0 0 1 13.292-6M5 8a5 5 0 1 0 10 0 5 5 0 1 0-10 0M16 19l2 2 4-4",
);
export const File = rowIcon(FILE);
export const FileText = rowIcon(`${FILE}M10 9H8M16 13H8M16 17H8`);
export const FileImage = rowIcon(
  `${FILE}M8 12a2 2 0 1 0 4 0 2 2 0 1 0-4 0M20 17l-1.296-1.296a2.41 2.41 0 0 0-3.408 0L9 22`,
);
export const FileSpreadsheet = rowIcon(`${FILE}M8 13h2M14 13h2M8 17h2M14 17h2`);
export const FileArchive = rowIcon(
  "M13.659 22H18a2 2 0 0 0 2-2V8a2.4 2.4 0 0 0-.706-1.706l-3.588-3.588A2.4 2.4 0 0 0 14 2H6a2 2 0 0 0-2 2v11.5M14 2v5a1 1 0 0 0 1 1h5M8 12v-1M8 18v-2M8 7V6M6 20a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
);
export const Pencil = rowIcon(
  "M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497zM15 5l4 4",
);
export const EllipsisVertical = rowIcon(
  "M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M11 5a1 1 0 1 0 2 0 1 1 0 1 0-2 0M11 19a1 1 0 1 0 2 0 1 1 0 1 0-2 0",
);
export const CircleAlert = rowIcon(`${CIRCLE}M12 8v4M12 16h.01`);
export const CalendarClock = rowIcon(
  "M16 14v2.2l1.6 1M16 2v3M21 7.338V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h2.338M3 9h5.859M8 2v3M10 16a6 6 0 1 0 12 0 6 6 0 1 0-12 0",
);
export const Download = rowIcon("M12 15V3M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4M7 10l5 5 5-5");
export const Unlink = rowIcon(
  "M18.84 12.25l1.72-1.71h-.02a5.004 5.004 0 0 0-.12-7.07 5.006 5.006 0 0 0-6.95 0l-1.72 1.71M5.17 11.75l-1.71 1.71a5.004 5.004 0 0 0 .12 7.07 5.006 5.006 0 0 0 6.95 0l1.71-1.71M8 2v3M2 8h3M16 19v3M19 16h3",
);
