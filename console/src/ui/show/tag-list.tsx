import { Label, LabelGroup } from '@patternfly/react-core/dist/esm/components/Label';

/** Words that belong to a thing, such as its tags: each by itself, all of them in sight. */
export const TagList = ({ words }: { words: readonly string[] }) => (
  <LabelGroup numLabels={words.length}>
    {words.map((word) => (
      <Label key={word} variant="outline">
        <bdi>{word}</bdi>
      </Label>
    ))}
  </LabelGroup>
);
