import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CriticalError } from './critical-error.tsx';

/** Keeps a crash inside the page. `silent`: it is only logged, for parts that nobody looks at. */
export class ErrorBoundary extends Component<{ children: ReactNode; silent?: boolean }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('A page has crashed', error, info.componentStack);
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    if (this.props.silent) return null;
    return <Crash error={this.state.error} retry={() => this.setState({ error: undefined })} />;
  }
}

function Crash({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation();
  return <CriticalError error={error} title={t('crash.title')} text={t('crash.text')} retry={{ label: t('crash.retry'), run: retry }} />;
}
