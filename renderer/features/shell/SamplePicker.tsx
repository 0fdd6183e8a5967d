import { FlaskConical } from 'lucide-react';
import { useMemo } from 'react';
import { type DocumentsState, useDocuments } from '../../stores/documents.ts';
import { setSample, useWorkspace, type Workspace } from '../../stores/workspace.ts';
import { Select } from '../../ui/Select.tsx';
import styles from './SamplePicker.module.css';

const selectSamples = (state: DocumentsState) => state.working.samples;
const selectSampleId = (state: Workspace) => state.sampleId;

/** The sample that everything live is computed for. */
export function SamplePicker() {
  const samples = useDocuments(selectSamples);
  const sampleId = useWorkspace(selectSampleId);
  const options = useMemo(
    () =>
      Object.values(samples).map(sample => ({
        value: sample.id,
        label: sample.name,
        ...(sample.description !== undefined && { description: sample.description }),
      })),
    [samples],
  );
  return (
    <div className={styles.picker}>
      <Select
        disabled={options.length === 0}
        icon={FlaskConical}
        label="Sample"
        labelHidden
        onChange={setSample}
        options={options}
        placeholder={options.length === 0 ? 'No samples yet' : 'Pick a sample'}
        value={sampleId}
      />
    </div>
  );
}
