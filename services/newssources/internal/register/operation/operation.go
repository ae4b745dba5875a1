// Package operation implements the operations of bulk changes: their parameters, their validation, and
// their effect on sources, endpoints and the work on sources.
package operation

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/tag"
	"github.com/newsources/newsources/services/newssources/internal/register/worklist"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// Operation is a change of one field, with the names of the API.
type Operation struct {
	Field    string         `json:"field"`
	Action   string         `json:"action"`
	Value    string         `json:"value,omitempty"`
	Values   []string       `json:"values,omitempty"`
	Find     string         `json:"find,omitempty"`
	With     string         `json:"with,omitempty"`
	Prefix   string         `json:"prefix,omitempty"`
	Suffix   string         `json:"suffix,omitempty"`
	Reason   string         `json:"reason,omitempty"`
	Until    *time.Time     `json:"until,omitempty"`
	Schedule *schedule.Spec `json:"schedule,omitempty"`
}

// List has the operations of a change set.
type List []Operation

// parameters returns the required parameters of the operation, and reports whether the field has the
// action.
func (o Operation) parameters() (required []string, ok bool) {
	actions, ok := operations[o.Field]
	if !ok {
		return nil, false
	}
	required, ok = actions[o.Action]
	return required, ok
}

var (
	text       = map[string][]string{"set": {"value"}, "clear": {}}
	enumerated = map[string][]string{"set": {"value"}}
)

// operations has the required parameters of each action of each field.
var operations = map[string]map[string][]string{
	"name":         {"trim": {}, "replace": {"find"}},
	"homepage_url": enumerated,
	"country":      text, "region": text, "media_type": text, "scope": text, "tier": text, "rights_note": text,
	"owner": text, "paywall": enumerated, "rights": enumerated,
	"languages": {"set": {"values"}, "add": {"values"}, "remove": {"values"}, "clear": {}},
	"tags": {"set": {"values"}, "add": {"values"}, "remove": {"values"}, "clear": {},
		"rename": {"find", "with"}},
	"lifecycle": {"pause": {}, "activate": {}, "archive": {}, "unarchive": {}, "delete": {}},
	"schedule":  {"set": {"schedule"}, "clear": {}},
	"charset":   text, "default_zone": text, "intent": enumerated,
	"assignee": text,
	"snooze":   {"set": {"until"}, "clear": {}},
}

// target returns what the operation changes: sources, their endpoints or the work on them.
func (o Operation) target() audit.TargetType {
	switch o.Field {
	case "schedule", "charset", "default_zone", "intent":
		return audit.TargetEndpoint
	case "assignee", "snooze":
		return TargetWork
	}
	return audit.TargetSource
}

// Deletes reports whether sources are deleted.
func (l List) Deletes() bool {
	return slices.ContainsFunc(l, func(o Operation) bool { return o.Action == "delete" })
}

// On returns the operations on a target.
func (l List) On(target audit.TargetType) (list List) {
	for _, o := range l {
		if o.target() == target {
			list = append(list, o)
		}
	}
	return list
}

// ChangesArchived reports whether the operations also change archived sources: those that rename or
// remove a tag everywhere, and those that change whether a source is archived.
func (l List) ChangesArchived() bool {
	isFor := func(o Operation) bool {
		return o.Field == "tags" && (o.Action == "rename" || o.Action == "remove") || o.Action == "archive"
	}
	unarchives := slices.ContainsFunc(l, func(o Operation) bool { return o.Action == "unarchive" })
	return unarchives || !slices.ContainsFunc(l.On(audit.TargetSource), func(o Operation) bool { return !isFor(o) })
}

// Spelling returns the change of the spelling of a tag, or nil.
func (l List) Spelling() *tag.Spelling {
	for _, o := range l {
		if o.Action == "rename" && textkey.TagKey(o.Find) == textkey.TagKey(o.With) {
			return &tag.Spelling{From: o.Find, To: o.With}
		}
	}
	return nil
}

// Validate checks the operations and normalizes the names of tags. The error lists all invalid values.
func (l List) Validate() error {
	var wrong problem.Fields
	fields := map[string]bool{}
	for i := range l {
		o := &l[i]
		if o.Field == "tags" {
			o.Find, o.With = textkey.CollapseSpace(o.Find), textkey.CollapseSpace(o.With)
		}
		pointer := fmt.Sprintf("/operations/%d", i)
		o.checkParameters(&wrong, pointer)
		if key := o.Field + " " + o.Action; fields[key] && o.Action != "rename" && o.Action != "replace" {
			wrong.Add(pointer, "duplicate", "The field %s has the action %s twice. Remove one of the two.", o.Field, o.Action)
		} else {
			fields[key] = true
		}
		o.checkValue(&wrong, pointer)
	}
	if l.Deletes() && len(l) > 1 {
		wrong.Add("/operations", "delete", "Deleting sources must be the only operation.")
	}
	if n := len(l.On(TargetWork)); n > 0 && n < len(l) {
		wrong.Add("/operations", "work", "Assigning and snoozing cannot be combined with other changes.")
	}
	return wrong.Err()
}

func (o *Operation) checkParameters(wrong *problem.Fields, pointer string) {
	required, ok := o.parameters()
	if !ok {
		wrong.Add(pointer+"/action", "unknown", "The field %s has no action %s.", o.Field, o.Action)
		return
	}
	given := map[string]bool{
		"value": o.Value != "", "values": len(o.Values) > 0, "find": o.Find != "", "with": o.With != "",
		"prefix": o.Prefix != "", "suffix": o.Suffix != "", "reason": o.Reason != "", "until": o.Until != nil,
		"schedule": o.Schedule != nil,
	}
	allowed := slices.Clone(required)
	switch o.Action {
	case "trim":
		allowed = append(allowed, "prefix", "suffix")
	case "replace":
		allowed = append(allowed, "with")
	case "pause":
		allowed = append(allowed, "reason", "until")
	}
	for _, name := range required {
		if !given[name] {
			wrong.Add(pointer+"/"+name, "required", "The action %s of the field %s needs %s.", o.Action, o.Field, name)
		}
	}
	for _, name := range []string{"value", "values", "find", "with", "prefix", "suffix", "reason", "until", "schedule"} {
		if given[name] && !slices.Contains(allowed, name) {
			wrong.Add(pointer+"/"+name, "unknown", "The action %s of the field %s has no %s.", o.Action, o.Field, name)
		}
	}
	if o.Action == "trim" && o.Prefix+o.Suffix == "" {
		wrong.Add(pointer+"/prefix", "required", "Enter a prefix or a suffix that is removed from the names.")
	}
}

// checkValue checks the values with a sample source, so that an invalid value is one error instead of
// one for each source.
func (o *Operation) checkValue(wrong *problem.Fields, pointer string) {
	if _, ok := o.parameters(); !ok || o.Field == "name" || o.Action == "remove" {
		return
	}
	switch o.target() {
	case audit.TargetEndpoint:
		o.checkEndpointValue(wrong, pointer)
		return
	case TargetWork:
		o.checkWorkValue(wrong, pointer)
		return
	}
	sample := source.Details{Name: "Sample", HomepageURL: "https://example.org/", Lifecycle: source.Active}
	if o.Field == "region" && len(o.Value) > 1 {
		sample.Country = strings.ToUpper(o.Value[:2])
	}
	if o.Action == "rename" {
		sample.Tags = []string{o.Find}
	}
	err := o.apply(&source.Source{Details: sample}, &sample)
	if err == nil {
		err = sample.Validate()
	}
	if err == nil {
		return
	}
	parameter := "/value"
	switch {
	case len(o.Values) > 0:
		parameter = "/values"
	case o.Action == "rename":
		parameter = "/with"
	case o.Action == "pause":
		parameter = "/until"
	}
	wrong.Add(pointer+parameter, "invalid", "%s", problem.DetailOf(err))
}

func (o *Operation) checkEndpointValue(wrong *problem.Fields, pointer string) {
	sample := source.EndpointDetails{Kind: "rss", URL: "https://example.org/"}
	o.applyToEndpoint(&sample)
	if err := sample.Validate(); err != nil {
		parameter := "/value"
		if o.Field == "schedule" {
			parameter = "/schedule"
		}
		wrong.Add(pointer+parameter, "invalid", "%s", problem.DetailOf(err))
	}
}

func (o *Operation) checkWorkValue(wrong *problem.Fields, pointer string) {
	if _, err := o.workChange(); err != nil && o.Value != "" {
		wrong.Add(pointer+"/value", "invalid", "%s", problem.DetailOf(err))
	}
	if o.Until == nil {
		return
	}
	if err := worklist.CheckUntil(*o.Until, time.Now()); err != nil {
		wrong.Add(pointer+"/until", "invalid", "%s", problem.DetailOf(err))
	}
}

// Title returns the default title of a change set, which says what the operations do.
func (l List) Title() string {
	var parts []string
	for _, o := range l {
		parts = append(parts, o.describe())
	}
	text := []rune(strings.Join(parts, ", "))
	text[0] = []rune(strings.ToUpper(string(text[:1])))[0]
	return string(text)
}

func (o Operation) describe() string {
	if o.target() == TargetWork {
		return o.describeWork()
	}
	field := strings.ReplaceAll(o.Field, "_", " ")
	switch o.Action {
	case "set":
		return strings.TrimSpace("set " + field + " " + cmp.Or(o.Value, strings.Join(o.Values, ", ")))
	case "clear":
		return "clear " + field
	case "add", "remove":
		if len(o.Values) == 1 {
			field = strings.TrimSuffix(field, "s") // tags, languages
		}
		return o.Action + " " + field + " " + strings.Join(o.Values, ", ")
	case "rename":
		return "rename tag " + o.Find + " to " + o.With
	case "trim", "replace":
		return o.Action + " " + field
	}
	return o.Action + " sources"
}
