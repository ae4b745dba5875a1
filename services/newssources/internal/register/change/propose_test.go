package change

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/ent/member"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/credential"
	"github.com/newsources/newsources/services/newssources/internal/register/operation"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// proposed makes a proposal of a contributor that changes sources.
func (r *rig) proposed(by audit.Actor, spec Spec) *Set {
	r.t.Helper()
	draft, err := r.Create(r.t.Context(), by, Input{Spec: spec})
	r.must(err)
	r.run(draft.ID)
	made, err := r.Apply(r.t.Context(), by, draft.ID, ApplyInput{})
	r.must(err)
	return made
}

func (r *rig) approved(set *Set, input Approval) *Set {
	r.t.Helper()
	_, err := r.Approve(r.t.Context(), r.actor, set.ID, input)
	r.must(err)
	return r.run(set.ID)
}

func (r *rig) wantWaiting(by audit.Actor, want Waiting) {
	r.t.Helper()
	got, err := r.Waiting(r.t.Context(), by)
	r.must(err)
	if got != want {
		r.t.Errorf("%s: %+v, want %+v", by.Name, got, want)
	}
}

func TestProposalOfABulkChange(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	carla := r.member("Carla", member.RoleContributor)
	list := r.sources(4, withTag("politics"))
	proposal := r.proposed(carla, byTag("politics").with(set("country", "ES")))
	r.want(proposal, Proposed, Counts{Pending: 4})
	if proposal.CreatedBy.Name != "Carla" || proposal.ProposedAt == nil || proposal.StartedAt != nil {
		t.Errorf("%+v", proposal)
	}
	if again, err := r.Apply(t.Context(), carla, proposal.ID, ApplyInput{}); err != nil || again.State != Proposed {
		t.Errorf("%+v %v", again, err)
	}
	if got := r.get(list[0]); got.Country != "" || got.Version != 1 {
		t.Errorf("the proposal changed %+v", got)
	}
	r.wantWaiting(r.actor, Waiting{Proposed: 1})
	r.wantWaiting(carla, Waiting{})

	_, err := r.Approve(t.Context(), r.actor, proposal.ID, Approval{Except: []int{2}})
	r.wantProblem(err, problem.Invalid)
	_, err = r.Approve(t.Context(), r.actor, proposal.ID, Approval{Items: []int{9}, Reason: "No"})
	r.wantProblem(err, problem.Invalid, "None of the chosen items")
	decided := r.approved(proposal, Approval{Except: []int{2}, Reason: "Not from Spain"})
	r.want(decided, AppliedInPart, Counts{Changed: 3, Refused: 1})
	if decided.Answer != "Not from Spain" || decided.AppliedBy.Name != "Ada" || decided.DecidedBy.Name != "Ada" ||
		decided.AnswerSeen || !strings.Contains(r.describe(decided), "refused Rejected: Not from Spain") {
		t.Errorf("%+v\n%s", decided, r.describe(decided))
	}
	r.wantWaiting(carla, Waiting{Answered: 1})
	r.wantWaiting(r.actor, Waiting{})
	for _, by := range []audit.Actor{r.actor, carla} { // only the author sees the answer
		r.wantWaiting(carla, Waiting{Answered: 1})
		_, err := r.MarkSeen(t.Context(), by, proposal.ID)
		r.must(err)
	}
	r.wantWaiting(carla, Waiting{})

	some := r.proposed(carla, of(list...).with(set("owner", "Prensa")))
	r.want(r.approved(some, Approval{Items: []int{1}, Reason: "The first"}), AppliedInPart, Counts{Changed: 1, Refused: 3})
	all := r.proposed(carla, of(list[2]).with(set("owner", "Prensa")))
	r.want(r.approved(all, Approval{}), Applied, Counts{Changed: 1})
	r.want(r.approved(r.undoneBy(carla, all), Approval{}), Applied, Counts{Changed: 1})
}

// undoneBy makes a proposal that undoes a change set.
func (r *rig) undoneBy(by audit.Actor, set *Set) *Set {
	r.t.Helper()
	draft, err := r.Undo(r.t.Context(), by, set.ID, nil, "")
	r.must(err)
	made, err := r.Apply(r.t.Context(), by, draft.ID, ApplyInput{})
	r.must(err)
	r.want(made, Proposed, Counts{Pending: 1})
	return made
}

func TestProposedSourceAndEdits(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	carla := r.member("Carla", member.RoleContributor)
	ctx := t.Context()
	made, err := r.ProposeSource(ctx, carla, source.CreateInput{
		Details: source.Details{Name: "Daily", HomepageURL: "https://daily.example/", Tags: []string{"new"}},
		Endpoints: []source.EndpointDetails{{Kind: "rss", URL: "https://daily.example/rss"},
			{Kind: "atom", URL: "https://daily.example/atom"}}})
	r.must(err)
	if made.Title != "Add “Daily”" || made.Origin != Proposal {
		t.Errorf("%+v", made)
	}
	r.want(r.approved(made, Approval{Except: []int{3}, Reason: "The same"}), AppliedInPart, Counts{Changed: 2, Refused: 1})
	items, err := r.Items(ctx, made.ID, nil, 0, 10)
	r.must(err)
	daily, err := r.register.Get(ctx, items[0].TargetID)
	r.must(err)
	if daily.Name != "Daily" || daily.Version != 1 || !slices.Equal(daily.Tags, []string{"new"}) ||
		len(daily.Endpoints) != 1 || daily.Endpoints[0].ID != items[1].TargetID || daily.CreatedBy.Name != "Ada" {
		t.Errorf("%+v", daily)
	}

	edit := source.Edit{ID: daily.ID, Version: 1, Change: func(_ *source.Source, d *source.Details) error {
		d.Name = "The Daily"
		return nil
	}}
	renamed, err := r.ProposeEdit(ctx, carla, edit)
	r.must(err)
	archived, err := r.ProposeEdit(ctx, carla,
		source.Edit{ID: daily.ID, Version: 1, ChangesArchived: true, Change: source.ArchiveChange})
	r.must(err)
	if renamed.Title != "Edit “Daily”" || archived.Title != "Archive “Daily”" {
		t.Errorf("%q %q", renamed.Title, archived.Title)
	}
	r.want(r.approved(renamed, Approval{}), Applied, Counts{Changed: 1})
	r.want(r.approved(archived, Approval{}), NotApplied, Counts{Conflict: 1}) // based on the former name
	if got := r.get(daily); got.Name != "The Daily" || got.Lifecycle != source.Active {
		t.Errorf("%+v", got)
	}
	_, err = r.ProposeEdit(ctx, carla, edit)
	r.wantProblem(err, problem.StaleVersion, "Ada changed this")

	endpoint := daily.Endpoints[0]
	section := func(text string) source.EndpointEdit {
		return source.EndpointEdit{ID: endpoint.ID, SourceID: daily.ID, Version: endpoint.Version,
			Change: func(d *source.EndpointDetails) error { d.Section = text; return nil }}
	}
	sport, err := r.ProposeEndpointEdit(ctx, carla, section("Sport"))
	r.must(err)
	r.want(r.approved(sport, Approval{}), Applied, Counts{Changed: 1})
	added, err := r.ProposeEndpoint(ctx, carla, daily.ID, source.EndpointDetails{Kind: "rss",
		URL: "https://daily.example/2"})
	r.must(err)
	r.want(r.approved(added, Approval{}), Applied, Counts{Changed: 1})

	password := source.EndpointDetails{Kind: "rss", URL: "https://daily.example/3"}
	password.SetCredentials(&credential.Credentials{Username: "a", Password: "b"})
	_, err = r.ProposeEndpoint(ctx, carla, daily.ID, password)
	r.wantProblem(err, problem.Invalid, "can't be proposed")
	_, err = r.ProposeEndpoint(ctx, carla, daily.ID, source.EndpointDetails{Kind: "rss", URL: "https://daily.example/2"})
	r.wantProblem(err, problem.DuplicateEndpoint)
	_, err = r.ProposeSource(ctx, carla, source.CreateInput{
		Details: source.Details{Name: "Again", HomepageURL: "https://daily.example/"}})
	r.wantProblem(err, problem.DuplicateSource)
	edit.Version, edit.Change = 2, func(*source.Source, *source.Details) error { return nil }
	_, err = r.ProposeEdit(ctx, carla, edit)
	r.wantProblem(err, problem.Invalid, "Nothing would change")
}

func TestRebaseOfAProposal(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.previewChunk = 2
	carla := r.member("Carla", member.RoleContributor)
	list := r.sources(6, withTag("politics"))
	proposal := r.proposed(carla, of(list...).with(operation.Operation{Field: "tags", Action: "add", Values: []string{"spain"}},
		set("country", "ES")))
	r.edit(list[1], withTag("economy"))
	r.edit(list[2], func(d *source.Details) { d.Country = "PT" })
	r.edit(list[3], func(d *source.Details) { d.Country = "ES"; d.Tags = []string{"politics", "spain"} })
	r.exec("DELETE FROM sources WHERE id = $1", list[4].ID)
	r.exec("UPDATE sources SET lifecycle = 'archived', version = version + 1 WHERE id = $1", list[5].ID)

	stale, err := r.CountStale(t.Context(), proposal.ID)
	r.must(err)
	items, err := r.Items(t.Context(), proposal.ID, nil, 0, 10)
	r.must(err)
	rebased, err := r.Compare(t.Context(), proposal, items)
	r.must(err)
	if stale != 5 || len(rebased) != 5 || rebased[2].Result != Pending || rebased[4].Result != Unchanged ||
		rebased[5].Result != Refused || rebased[6].Result != Refused || string(rebased[3].Changes[0].Before) != `"PT"` {
		t.Errorf("%d %+v", stale, rebased)
	}
	_, err = r.Preview(t.Context(), carla, proposal.ID)
	r.must(err)
	again := r.run(proposal.ID)
	r.want(again, Proposed, Counts{Pending: 3, Unchanged: 1, Refused: 2})
	old := proposal.Generation
	_, err = r.Approve(t.Context(), r.actor, proposal.ID, Approval{Generation: &old})
	r.wantProblem(err, problem.BadTransition, "rebased after you opened it")
	r.edit(list[0], withTag("late"))
	r.want(r.approved(again, Approval{}), AppliedInPart, Counts{Changed: 2, Unchanged: 1, Conflict: 1, Refused: 2})
	if got := r.get(list[1]); !slices.Equal(got.Tags, []string{"economy", "politics", "spain"}) {
		t.Errorf("%v", got.Tags)
	}
	if got := r.get(list[2]); got.Country != "ES" {
		t.Errorf("%s", got.Country)
	}
}

func TestApprovalOfASpelling(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.sources(2, withTag("politics"))
	proposal := r.proposed(r.member("Carla", member.RoleContributor),
		byTag("politics").with(operation.Operation{Field: "tags", Action: "rename", Find: "politics", With: "Politics"}))
	_, err := r.Approve(t.Context(), r.actor, proposal.ID, Approval{Except: []int{1}, Reason: "No"})
	r.wantProblem(err, problem.Invalid, "whole proposal")
}

func TestWhoDecidesOnProposals(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	ctx := t.Context()
	carla, carl := r.member("Carla", member.RoleContributor), r.member("Carl", member.RoleContributor)
	one := r.source("One")
	next := func() *Set { return r.proposed(carla, of(one).with(set("owner", "Prensa"))) }

	draft, err := r.Create(ctx, carla, Input{Spec: of(one).with(set("owner", "Prensa"))})
	r.must(err)
	_, err = r.Apply(ctx, carl, draft.ID, ApplyInput{})
	r.wantProblem(err, problem.NotOwner, "Carla")
	_, err = r.Preview(ctx, carl, draft.ID)
	r.wantProblem(err, problem.NotOwner)
	_, err = r.Create(ctx, carla, Input{Spec: of(one).with(lifecycle("delete"))})
	r.wantProblem(err, problem.RoleTooLow)
	_, err = r.Approve(ctx, r.actor, draft.ID, Approval{})
	r.wantProblem(err, problem.BadTransition, "not a proposal")

	proposal := next()
	_, err = r.Cancel(ctx, r.actor, proposal.ID)
	r.wantProblem(err, problem.NotOwner, "Reject it instead")
	_, err = r.Apply(ctx, r.actor, proposal.ID, ApplyInput{})
	r.wantProblem(err, problem.BadTransition, "Approve or reject it")
	promoted := carla
	promoted.Role = "editor"
	_, err = r.Approve(ctx, promoted, proposal.ID, Approval{})
	r.wantProblem(err, problem.OwnProposal)
	_, err = r.Reject(ctx, promoted, proposal.ID, "No")
	r.wantProblem(err, problem.OwnProposal)
	withdrawn, err := r.Cancel(ctx, carla, proposal.ID)
	r.must(err)
	r.want(withdrawn, Cancelled, Counts{Pending: 1})
	failed := next()
	r.must(r.Fail(ctx, failed.ID))
	if failed, err = r.Get(ctx, failed.ID); err != nil || withdrawn.Stopped != "" || failed.State != Cancelled ||
		!strings.Contains(failed.Stopped, "internal error") {
		t.Errorf("%q %+v %v", withdrawn.Stopped, failed, err)
	}
	_, err = r.Approve(ctx, r.actor, proposal.ID, Approval{})
	r.wantProblem(err, problem.BadTransition, "Carla withdrew")
	_, err = r.Approve(ctx, r.actor, failed.ID, Approval{})
	r.wantProblem(err, problem.BadTransition, "internal error")

	proposal = next()
	_, err = r.Reject(ctx, r.actor, proposal.ID, "")
	r.wantProblem(err, problem.Invalid)
	rejected, err := r.Reject(ctx, r.actor, proposal.ID, "Wrong owner")
	r.must(err)
	r.want(rejected, Rejected, Counts{Pending: 1})
	_, err = r.Approve(ctx, r.actor, proposal.ID, Approval{})
	r.wantProblem(err, problem.BadTransition, "has decided")
	if done, err := r.Cancel(ctx, carla, proposal.ID); err != nil || done.State != Rejected {
		t.Errorf("%+v %v", done, err)
	}

	proposal = next() // two editors approve at the same moment
	editors := []audit.Actor{r.actor, r.member("Edith", member.RoleEditor)}
	errs := make([]error, len(editors))
	var wg sync.WaitGroup
	for n, by := range editors {
		wg.Go(func() { _, errs[n] = r.Approve(ctx, by, proposal.ID, Approval{}) })
	}
	wg.Wait()
	if (errs[0] == nil) == (errs[1] == nil) {
		t.Errorf("%v", errs)
	}
	r.want(r.run(proposal.ID), Applied, Counts{Changed: 1})

	r.edit(one, func(d *source.Details) { d.Owner = "" })
	proposal = next() // the editor loses the role before the change is applied
	r.exec("UPDATE change_sets SET state = 'applying', announced = 1, applied_by_id = $2 WHERE id = $1", proposal.ID,
		carla.ActorID)
	if stopped := r.run(proposal.ID); stopped.State != Cancelled || !strings.Contains(stopped.Stopped, "may not change") {
		t.Errorf("%+v", stopped)
	}
}
