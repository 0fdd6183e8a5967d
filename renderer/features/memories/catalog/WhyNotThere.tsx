import { askWhyNot } from '../../../stores/dialogs.ts';
import { useCurrentSample } from '../../../stores/use-current-sample.ts';
import { t } from '../../../texts/texts.ts';
import { WhyNotButton } from '../../../ui/WhyNotButton.tsx';

/** Beside a memory that the current sample does not get: what stands in its way. */
export function WhyNotThere({ memoryId }: { readonly memoryId: string }) {
  const sample = useCurrentSample();
  if (!sample) return null;
  return (
    <WhyNotButton
      about={memoryId}
      onPress={() => askWhyNot({ kind: 'memory', memoryId })}
      title={t('Why it is not in {name}', { name: sample.name })}
    />
  );
}
