import { worksOnDomain, worksOnSystem } from '@gantry/contract/access/holder';
import { standingIn } from '@gantry/contract/access/project-standings';
import type { AccountProject } from '@gantry/contract/nouns/session/entity';
import { Divider } from '@patternfly/react-core/dist/esm/components/Divider';
import { Menu, MenuContent, MenuItem, MenuList, MenuSearch, MenuSearchInput } from '@patternfly/react-core/dist/esm/components/Menu';
import { MenuContainer } from '@patternfly/react-core/dist/esm/components/Menu/MenuContainer';
import { MenuToggle } from '@patternfly/react-core/dist/esm/components/MenuToggle';
import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { side } from '../base.ts';
import { useSession } from '../session/use-session.ts';
import { findProjects } from './project-filter.ts';
import { useSwitchScope } from './use-switch-scope.ts';

/** Value of the entry outside all projects. */
const OWN = '';

/** Where the user works: a dropdown with search, or a plain label where there is nothing to choose (S0 §2). */
export function ProjectChooser() {
  const { t } = useTranslation();
  const { projects, currentProject, currentUser, currentDomain } = useSession((session) => session);
  const { toProject, toOwn } = useSwitchScope();
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const toggleRef = useRef<HTMLButtonElement>(null);
  const menuRef = useRef<HTMLDivElement>(null);
  if (!currentUser) return null;

  const own = worksOnSystem(currentUser)
    ? t('project.system')
    : worksOnDomain(currentUser, side())
      ? t('project.domain', { name: currentDomain?.name ?? currentUser.domain_id })
      : undefined;
  const current = currentProject?.name ?? own ?? '';
  if (own === undefined && projects.length <= 1) {
    return (
      <span className="gantry-scope">
        <span className="gantry-scope-label">{t('project.current')}</span> <bdi>{current}</bdi>
      </span>
    );
  }
  const found = findProjects(projects, search);
  const choose = (id: string | number | undefined) => {
    setOpen(false);
    setSearch('');
    const project = projects.find((known) => known.id === id);
    if (project) toProject(project);
    else if (id === OWN) toOwn();
  };
  return (
    <div className="gantry-scope">
      <MenuContainer
        isOpen={isOpen}
        onOpenChange={setOpen}
        toggleRef={toggleRef}
        menuRef={menuRef}
        toggle={
          <MenuToggle
            ref={toggleRef}
            isExpanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            aria-label={`${t('project.current')}: ${current}`}
          >
            <bdi>{current}</bdi>
          </MenuToggle>
        }
        menu={
          <Menu ref={menuRef} isScrollable onSelect={(_, id) => choose(id)} activeItemId={currentProject?.id ?? OWN}>
            <MenuSearch>
              <MenuSearchInput>
                <SearchInput
                  value={search}
                  aria-label={t('project.search')}
                  placeholder={t('project.search')}
                  onChange={(_, value) => setSearch(value)}
                />
              </MenuSearchInput>
            </MenuSearch>
            <Divider />
            <MenuContent maxMenuHeight="20rem">
              <MenuList aria-label={t('project.choose')}>
                {own !== undefined && search === '' && (
                  <MenuItem itemId={OWN} isDisabled={currentProject === null}>
                    {own}
                  </MenuItem>
                )}
                {found.map((project) => (
                  <ProjectItem key={project.id} project={project} isCurrent={project.id === currentProject?.id} />
                ))}
                {found.length === 0 && <MenuItem isDisabled>{t('project.none')}</MenuItem>}
              </MenuList>
            </MenuContent>
          </Menu>
        }
      />
    </div>
  );
}

/** Disabled projects carry a label and cannot be chosen; neither can the current one (S0 §2). */
function ProjectItem({ project: { id, name, enabled, ...held }, isCurrent }: { project: AccountProject; isCurrent: boolean }) {
  const { t } = useTranslation();
  return (
    <MenuItem
      itemId={id}
      isDisabled={!enabled || isCurrent}
      isSelected={isCurrent}
      description={enabled ? t(`role.${standingIn(held)}`) : t('project.disabled')}
    >
      <bdi>{name}</bdi>
    </MenuItem>
  );
}
