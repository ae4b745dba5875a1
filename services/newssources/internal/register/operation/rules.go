package operation

import (
	"slices"
	"strconv"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/codes"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// Apply sets the new values in after, the details of a source whose former state is before.
func (l List) Apply(before *source.Source, after *source.Details) error {
	for _, o := range l {
		if err := o.apply(before, after); err != nil {
			return err
		}
	}
	return after.CheckRightsNote(before.Details)
}

// apply sets the new value in after.
func (o Operation) apply(before *source.Source, after *source.Details) error {
	switch o.Field {
	case "name":
		return o.applyToName(after)
	case "homepage_url":
		return o.applyScheme(after)
	case "languages":
		after.Languages = o.merge(after.Languages, languageKey)
	case "tags":
		after.Tags = o.merge(after.Tags, textkey.TagKey)
	case "lifecycle":
		return o.applyToLifecycle(before, after)
	case "tier":
		return o.applyToTier(after)
	default:
		o.applyText(after)
	}
	return nil
}

func (o Operation) applyText(after *source.Details) {
	switch o.Field {
	case "country":
		after.Country = o.Value
	case "region":
		after.Region = o.Value
	case "media_type":
		after.MediaType = source.MediaType(o.Value)
	case "scope":
		after.Scope = source.Scope(o.Value)
	case "paywall":
		after.Paywall = source.Paywall(o.Value)
	case "rights":
		after.Rights = source.Rights(o.Value)
	case "rights_note":
		after.RightsNote = o.Value
	case "owner":
		after.Owner = o.Value
	}
}

func (o Operation) applyToName(after *source.Details) error {
	name := after.Name
	if o.Action == "trim" {
		name = strings.TrimSuffix(strings.TrimPrefix(name, o.Prefix), o.Suffix)
	} else {
		name = strings.ReplaceAll(name, o.Find, o.With)
	}
	if after.Name = textkey.CollapseSpace(name); after.Name == "" {
		return problem.New(problem.Invalid, "The rule would leave the name empty.")
	}
	return nil
}

func (o Operation) applyScheme(after *source.Details) error {
	_, rest, found := strings.Cut(after.HomepageURL, "://")
	if !found || o.Value != "http" && o.Value != "https" {
		return problem.New(problem.Invalid, "“%s” is not a scheme. Use http or https.", o.Value)
	}
	after.HomepageURL = o.Value + "://" + rest
	return nil
}

func (o Operation) applyToTier(after *source.Details) error {
	if after.Tier = nil; o.Action == "clear" {
		return nil
	}
	tier, err := strconv.Atoi(o.Value)
	if err != nil {
		return problem.New(problem.Invalid, "Enter a tier from 1 (most important) to 5.")
	}
	after.Tier = &tier
	return nil
}

func (o Operation) applyToLifecycle(before *source.Source, after *source.Details) error {
	switch o.Action {
	case "archive":
		after.Lifecycle = source.Archived
		return nil
	case "unarchive":
		if after.Lifecycle == source.Archived {
			after.Lifecycle = before.ArchivedFrom
		}
		return nil
	case "delete": // see edit
		return nil
	}
	switch {
	case after.Lifecycle == source.Archived:
		return source.ArchivedError()
	case o.Action == "activate":
		after.Lifecycle, after.PausedUntil, after.PauseReason = source.Active, nil, ""
	default:
		after.Lifecycle, after.PausedUntil, after.PauseReason = source.Paused, o.Until, o.Reason
	}
	return nil
}

// merge applies the action to a list. key identifies equal values.
func (o Operation) merge(list []string, key func(string) string) []string {
	isIn := func(values []string, value string) bool {
		return slices.ContainsFunc(values, func(other string) bool { return key(other) == key(value) })
	}
	switch o.Action {
	case "set":
		return slices.Clone(o.Values)
	case "clear":
		return []string{}
	case "remove":
		return slices.DeleteFunc(slices.Clone(list), func(value string) bool { return isIn(o.Values, value) })
	case "rename":
		if !isIn(list, o.Find) {
			return list
		}
		rest := slices.DeleteFunc(slices.Clone(list), func(value string) bool {
			return key(value) == key(o.Find) || key(value) == key(o.With)
		})
		return append(rest, o.With)
	}
	merged := slices.Clone(list)
	for _, value := range o.Values {
		if !isIn(merged, value) {
			merged = append(merged, value)
		}
	}
	return merged
}

// languageKey returns the canonical form of a language, in which the register stores it.
func languageKey(value string) string {
	canonical, ok := codes.CanonicalLanguage(value)
	if !ok {
		return value
	}
	return canonical
}

// ApplyToEndpoint sets the new values of operations on endpoints.
func (l List) ApplyToEndpoint(after *source.EndpointDetails) error {
	for _, o := range l {
		o.applyToEndpoint(after)
	}
	return nil
}

func (o Operation) applyToEndpoint(after *source.EndpointDetails) {
	switch o.Field {
	case "schedule":
		after.Schedule = nil
		if o.Schedule != nil {
			copied := *o.Schedule
			after.Schedule = &copied
		}
	case "charset":
		after.Charset = o.Value
	case "default_zone":
		after.DefaultZone = o.Value
	case "intent":
		after.Intent = source.Intent(o.Value)
	}
}
