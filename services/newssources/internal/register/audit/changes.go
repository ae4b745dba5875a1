package audit

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// Inverse returns the changes that undo changes.
func Inverse(changes []Change) []Change {
	list := make([]Change, len(changes))
	for n, c := range changes {
		list[n] = Change{Field: c.Field, Before: c.After, After: c.Before}
	}
	return list
}

// After returns the value that a field has after changes, or nil if they do not change it.
func After(changes []Change, field string) json.RawMessage {
	for _, c := range changes {
		if c.Field == field {
			return c.After
		}
	}
	return nil
}

// SameValue reports whether two JSON texts encode the same value. An empty text is null.
func SameValue(a, b json.RawMessage) bool {
	var x, y any
	if len(a) > 0 {
		_ = json.Unmarshal(a, &x) // changes contain valid JSON
	}
	if len(b) > 0 {
		_ = json.Unmarshal(b, &y)
	}
	return reflect.DeepEqual(x, y)
}

// ApplyKnown applies changes to the details of a source or endpoint. It returns a problem if this version
// of the service lacks one of their fields. Credentials are skipped, because changes do not contain them.
func ApplyKnown(after any, changes []Change) error {
	for _, name := range Unknown(after, changes) {
		if name != "credentials" {
			return problem.New(problem.Invalid, "This version has no field “%s”.", strings.ReplaceAll(name, "_", " "))
		}
	}
	return Apply(after, changes)
}

// Merge applies changes to the fields of present. Of lists and notes, it adds and removes the elements or paragraphs
// that a change added and removed, so that those that were added since are kept.
func Merge(present any, changes []Change) error {
	values, err := Diff(nil, present)
	if err != nil {
		return err
	}
	for _, c := range changes {
		merged, isMerged, err := c.mergeInto(After(values, c.Field))
		if err != nil {
			return err
		}
		if isMerged {
			c.After = merged
		}
		if err := Apply(present, []Change{c}); err != nil {
			return err
		}
	}
	return nil
}

// Rebase adapts changes to the present values of their fields. Lists and notes are changed as by Merge; other fields
// that were edited since keep their value. kept has the names of the fields that stay as they are.
func Rebase(present any, changes []Change) (rebased []Change, kept []string, err error) {
	values, err := Diff(nil, present)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range changes {
		value := After(values, c.Field)
		merged, isMerged, err := c.mergeInto(value)
		if err != nil {
			return nil, nil, err
		}
		if !isMerged || SameValue(value, merged) {
			kept = append(kept, c.Field)
			continue
		}
		rebased = append(rebased, Change{c.Field, value, merged})
	}
	return rebased, kept, nil
}

// mergeInto returns what the change makes of the present value of the field. It reports false if the field has another
// value than before the change and is neither a list nor the notes.
func (c Change) mergeInto(present json.RawMessage) (merged json.RawMessage, isMerged bool, err error) {
	if SameValue(c.Before, present) {
		return c.After, true, nil
	}
	if lists, isList := decodeLists(present, c.Before, c.After); isList {
		merged, err = encode(mergeLists(lists))
		return merged, true, err
	}
	if c.Field != "notes" {
		return nil, false, nil
	}
	var paragraphs [3][]any
	for n, data := range []json.RawMessage{present, c.Before, c.After} {
		var text string
		if len(data) > 0 {
			if err := json.Unmarshal(data, &text); err != nil {
				return nil, false, err
			}
		}
		for _, p := range strings.Split(text, paragraphBreak) {
			if p != "" {
				paragraphs[n] = append(paragraphs[n], p)
			}
		}
	}
	var texts []string
	for _, p := range mergeLists(paragraphs) {
		texts = append(texts, p.(string))
	}
	merged, err = encode(strings.Join(texts, paragraphBreak))
	return merged, true, err
}

// paragraphBreak separates the paragraphs of notes. Merges of sources join notes with it.
const paragraphBreak = "\n\n"

// decodeLists decodes the present value of a field and the values before and after a change. It reports
// false if they are not lists.
func decodeLists(values ...json.RawMessage) (lists [3][]any, isList bool) {
	for n, data := range values {
		if len(data) == 0 {
			continue
		}
		if json.Unmarshal(data, &lists[n]) != nil {
			return lists, false
		}
		isList = true
	}
	return lists, isList
}

// mergeLists applies the difference between the second and the third list to the first one: it removes the elements
// that only the second has, and adds those that only the third has.
func mergeLists(lists [3][]any) []any {
	list, before, after := slices.Clone(lists[0]), lists[1], lists[2]
	for _, v := range before {
		if at := indexOf(list, v); at >= 0 && indexOf(after, v) < 0 {
			list = slices.Delete(list, at, at+1)
		}
	}
	for _, v := range after {
		if former := indexOf(before, v); former >= 0 && reflect.DeepEqual(before[former], v) {
			continue
		}
		if at := indexOf(list, v); at >= 0 {
			list[at] = v
		} else {
			list = append(list, v)
		}
	}
	return list
}

// indexOf returns the index of an element in a list, or -1. Aliases are compared without their dates.
func indexOf(list []any, v any) int {
	return slices.IndexFunc(list, func(other any) bool {
		x, _ := v.(map[string]any)
		y, _ := other.(map[string]any)
		if x["kind"] == nil || y["kind"] == nil {
			return reflect.DeepEqual(v, other)
		}
		return reflect.DeepEqual(x["kind"], y["kind"]) && reflect.DeepEqual(x["value"], y["value"])
	})
}
