import { useState, type ReactNode } from 'react';
import { filesOfDrop, type ChosenFile } from '../../parts/object-storage/uploads/files.ts';

interface DropZoneProps {
  onFiles(files: readonly ChosenFile[]): void;
  /** What was dropped cannot be read. */
  onFailure(error: unknown): void;
  children: ReactNode;
}

/** Takes files and folders that are dragged here. */
export function DropZone({ onFiles, onFailure, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className="gantry-objects-drop"
      {...(isOver && { 'data-over': true })}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        filesOfDrop(event.dataTransfer).then(onFiles, onFailure);
      }}
    >
      {children}
    </div>
  );
}
