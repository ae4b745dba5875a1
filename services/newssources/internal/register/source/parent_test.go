package source

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// TestRefusedParents lists the parents that a source cannot have.
func TestRefusedParents(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	of := func(parent *Source) func(*CreateInput) {
		return func(i *CreateInput) { i.Lifecycle, i.ParentID = Draft, &parent.ID }
	}
	draft := func(i *CreateInput) { i.Lifecycle = Draft }
	paper := r.create("paper.example", draft)
	part := r.create("sport.example", of(paper))
	set := func(s *Source, parent uuid.UUID) error {
		_, err := r.Update(t.Context(), r.actor, s.ID, s.Version, func(d *Details) { d.ParentID = &parent })
		return err
	}
	single := r.create("single.example")
	for name, test := range map[string]struct {
		err  error
		text string
	}{
		"itself":            {set(single, single.ID), "part of itself"},
		"an unknown source": {set(single, uuid.New()), "no source with the id"},
		"a part":            {set(single, part.ID), "Choose that one"},
		"a loop":            {set(paper, part.ID), "is a part of this source"},
		"of a parent":       {set(paper, single.ID), "has parts"},
		"of a new source": {func() error {
			_, err := r.Create(t.Context(), r.actor, sourceInput("new.example", of(part)))
			return err
		}(), "Choose that one"},
	} {
		if !problem.Is(test.err, problem.Invalid) || !strings.Contains(problem.As(test.err).Fields[0].Detail, test.text) {
			t.Errorf("%s: %v", name, test.err)
		}
	}
	if err := r.Delete(t.Context(), r.actor, paper.ID, paper.Version); !problem.Is(err, problem.NotDeletable) {
		t.Errorf("a parent is deleted: %v", err)
	}
	moved := r.update(part, func(d *Details) { d.ParentID = &single.ID })
	if moved.ParentID == nil || *moved.ParentID != single.ID {
		t.Errorf("%+v", moved.Details)
	}
	if err := r.Delete(t.Context(), r.actor, paper.ID, paper.Version); err != nil {
		t.Error(err)
	}
}

// TestConcurrentParents makes each of two sources a part of the other concurrently, and expects that one
// edit succeeds.
func TestConcurrentParents(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	a, b := r.create("a.example"), r.create("b.example")
	wantOneSuccess(t, []problem.Code{problem.Invalid, problem.StaleVersion}, func(number int) error {
		part, parent := a, b
		if number%2 == 0 {
			part, parent = b, a
		}
		_, err := r.Update(t.Context(), r.actor, part.ID, part.Version, func(d *Details) { d.ParentID = &parent.ID })
		return err
	})
}
