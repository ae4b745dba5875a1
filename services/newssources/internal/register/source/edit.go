package source

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/tag"
)

// Edit is a change of the details of one source.
type Edit struct {
	ID      uuid.UUID
	Version int // the version on which the change is based
	// IsUnconditional allows any version.
	IsUnconditional bool
	// Change sets the new values in after, which is a copy of the details of before. It returns an
	// error if the source cannot be changed. It is nil for a deletion.
	Change func(before *Source, after *Details) error
	Delete bool
	// ChangesArchived allows to archive, to unarchive, and to change archived sources.
	ChangesArchived bool
}

// Outcome is the result of an edit. Changes is empty if the source has the new values already. Err
// is nil, a problem, ErrStale, or an error of Edit.Change.
type Outcome struct {
	Before  *Source // nil if the source does not exist
	After   Details
	Outlet  Outlet // of After
	Changes []audit.Change
	Version int // after the edit
	Err     error

	isDeletion bool
}

// ErrStale is the error of an edit whose version is not the current one.
var ErrStale = errors.New("the version has changed")

// PlanEdits returns the outcomes that edits would have, in their order, and writes nothing. It does
// not notice addresses of endpoints that another source has.
func PlanEdits(ctx context.Context, q postgres.Querier, edits []Edit, spelling *tag.Spelling) ([]Outcome, error) {
	return planEdits(ctx, q, edits, spelling, "", tag.LookUp)
}

// ApplyEdits applies edits of different sources in the transaction tx and returns their outcomes, in
// their order. An edit with an error changes nothing. The number of statements does not depend on the
// number of edits. Sources are locked in the order of their ids. ApplyEdits returns the outcomes
// together with a unique violation if another source has one of the addresses.
func ApplyEdits(ctx context.Context, tx postgres.Tx, actor audit.Actor, edits []Edit,
	spelling *tag.Spelling) ([]Outcome, error) {
	if err := spelling.Save(ctx, tx); err != nil {
		return nil, err
	}
	w := editWriter{tx: tx, actor: actor, now: time.Now()}
	find := func(ctx context.Context, _ postgres.Querier, names []string) (_ map[string]tag.Stored, err error) {
		w.tags, err = tag.Find(ctx, tx, names)
		return w.tags, err
	}
	outcomes, err := planEdits(ctx, tx, edits, spelling, "ORDER BY s.id FOR UPDATE OF s", find)
	if err != nil {
		return nil, err
	}
	for i := range outcomes {
		if o := &outcomes[i]; o.Err == nil && len(o.Changes) > 0 {
			w.outcomes = append(w.outcomes, o)
		}
	}
	return outcomes, w.write(ctx)
}

// planEdits reads the sources, changes copies of their details and compares both.
func planEdits(ctx context.Context, q postgres.Querier, edits []Edit, spelling *tag.Spelling, lock string,
	find func(context.Context, postgres.Querier, []string) (map[string]tag.Stored, error)) ([]Outcome, error) {
	ids := make([]uuid.UUID, len(edits))
	for i, e := range edits {
		ids[i] = e.ID
	}
	sources, err := readSources(ctx, q, ids, spelling, lock)
	if err != nil {
		return nil, err
	}
	outcomes, names := make([]Outcome, len(edits)), map[string]bool{}
	now := time.Now()
	for i, e := range edits {
		outcomes[i] = e.plan(sources[e.ID], now)
		if problem.Is(outcomes[i].Err, problem.Merged) {
			outcomes[i].Err = cmp.Or(RefuseMerged(ctx, q, e.ID), outcomes[i].Err)
		}
		if o := &outcomes[i]; o.Err == nil && !o.isDeletion && !slices.Equal(o.Before.Tags, o.After.Tags) {
			for _, name := range o.After.Tags {
				names[name] = true
			}
		}
	}
	if err := checkParents(ctx, q, outcomes, lock == ""); err != nil {
		return nil, err
	}
	if err := checkAliases(ctx, q, outcomes, lock == ""); err != nil {
		return nil, err
	}
	if err := inheritRights(ctx, q, outcomes); err != nil {
		return nil, err
	}
	tags, err := find(ctx, q, slices.Sorted(maps.Keys(names)))
	if err != nil {
		return nil, err
	}
	spelling.Rename(tags)
	for i := range outcomes {
		if o := &outcomes[i]; o.Err == nil {
			if err := o.compare(tags); err != nil {
				return nil, err
			}
		}
	}
	return outcomes, nil
}

// plan applies the edit to a source, which is nil if it does not exist.
func (e Edit) plan(before *Source, now time.Time) Outcome {
	o := Outcome{Before: before, isDeletion: e.Delete}
	switch {
	case before == nil:
		o.Err = missing("source")
	case e.Version != before.Version && !e.IsUnconditional:
		o.Err = ErrStale
	case e.Delete && before.Lifecycle != Draft:
		o.Err = problem.New(problem.NotDeletable,
			"Only drafts can be deleted. Archive “%s” instead; you can unarchive it later.", before.Name)
	case !e.Delete && before.MergedInto != nil && !e.ChangesArchived:
		o.Err = MergedError(*before.MergedInto)
	case !e.Delete && before.Lifecycle == Archived && !e.ChangesArchived:
		o.Err = ArchivedError()
	}
	if o.Err != nil || e.Delete {
		return o
	}
	o.After = before.Details
	o.After.Languages, o.After.Tags = slices.Clone(before.Languages), slices.Clone(before.Tags)
	o.After.Aliases = slices.Clone(before.Aliases)
	if o.Err = e.Change(before, &o.After); o.Err != nil {
		return o
	}
	if before.MergedInto != nil && o.After.MergedInto != nil { // only the undo of the merge changes it
		o.Err = MergedError(*before.MergedInto)
		return o
	}
	from, to := before.Lifecycle, o.After.Lifecycle
	if isArchiving := (from == Archived) != (to == Archived); !e.ChangesArchived || !isArchiving {
		o.Err = checkTransition(from, to)
	}
	if o.Err == nil {
		o.Err = o.normalize(now)
	}
	return o
}

// normalize validates the new details and converts them to their stored form. The end of a pause is
// kept while a source is archived.
func (o *Outcome) normalize(now time.Time) error {
	before, after := o.Before.Details, &o.After
	isArchived := after.Lifecycle == Archived
	if isArchived {
		after.Lifecycle = before.Lifecycle
		if before.Lifecycle == Archived {
			after.Lifecycle = o.Before.ArchivedFrom
		}
	}
	if err := after.CheckPause(before); err != nil {
		return err
	}
	// An unchanged end of a pause may be in the past, so that other fields can be edited.
	if after.PausedUntil != nil && before.PausedUntil != nil && after.PausedUntil.Equal(*before.PausedUntil) {
		now = after.PausedUntil.Add(-time.Second)
	}
	var wrong problem.Fields
	after.normalizeFields(&wrong, now)
	if !slices.Equal(after.Tags, before.Tags) {
		after.normalizeTags(&wrong)
	}
	o.Outlet = o.Before.Outlet
	// An unchanged homepage keeps the path prefix that separateByPath may have set, and so does another page below it.
	if after.HomepageURL != before.HomepageURL {
		if after.normalizeHomepage(&wrong); after.HomepageURL != before.HomepageURL {
			o.Outlet, _ = o.Before.Outlet.At(after.HomepageURL)
			after.Aliases = slices.DeleteFunc(after.Aliases, o.Outlet.isAlias)
		}
	}
	o.Outlet.checkOwn(&wrong, after.Aliases, before.Aliases)
	if isArchived {
		after.Lifecycle = Archived
	}
	return wrong.Err()
}

// compare sets the changes and the version of an outcome without an error.
func (o *Outcome) compare(tags map[string]tag.Stored) (err error) {
	o.Version = o.Before.Version + 1
	if o.isDeletion {
		o.Changes, err = audit.Diff(o.Before.Details, nil)
		return err
	}
	if !slices.Equal(o.Before.Tags, o.After.Tags) { // another spelling of a tag is not a change
		o.After.Tags = tag.StoredNames(tags, o.After.Tags)
	}
	if o.Changes, err = audit.Diff(o.Before.Details, o.After); len(o.Changes) == 0 {
		o.Version = o.Before.Version
	}
	return err
}
