package registerapi

import (
	"github.com/oapi-codegen/nullable"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// sourcePatch returns the change of a merge patch (RFC 7396). The image of the patch has been
// decoded to logo.
func sourcePatch(b api.SourcePatch, logo source.Logo) func(*source.Details) {
	return func(d *source.Details) {
		if b.Logo.IsSpecified() {
			d.SetLogo(logo)
		}
		patchField(&d.Name, b.Name)
		patchField(&d.HomepageURL, b.HomepageUrl)
		patchEnum(&d.Lifecycle, b.Lifecycle)
		patchEnum(&d.Paywall, b.Paywall)
		patchEnum(&d.Rights, b.Rights)
		patchNullable(&d.PauseReason, b.PauseReason)
		patchNullable(&d.Country, b.Country)
		patchNullable(&d.Region, b.Region)
		patchNullable(&d.Languages, b.Languages)
		patchNullable(&d.RightsNote, b.RightsNote)
		patchNullable(&d.Owner, b.Owner)
		patchNullable(&d.Notes, b.Notes)
		patchNullable(&d.Tags, b.Tags)
		if b.Aliases.IsSpecified() {
			var aliases []api.AliasInput
			patchNullable(&aliases, b.Aliases)
			d.SetAliases(convert.All(aliases, convert.FromAlias))
		}
		patchNullablePointer(&d.ParentID, b.ParentId)
		patchNullableEnum(&d.MediaType, b.MediaType)
		patchNullableEnum(&d.Scope, b.Scope)
		patchNullablePointer(&d.PausedUntil, b.PausedUntil)
		patchNullablePointer(&d.Tier, b.Tier)
	}
}

// endpointPatch returns the change of a merge patch (RFC 7396).
func endpointPatch(b api.EndpointPatch) func(*source.EndpointDetails) {
	return func(d *source.EndpointDetails) {
		patchField(&d.URL, b.Url)
		patchEnum(&d.Kind, b.Kind)
		patchEnum(&d.Intent, b.Intent)
		patchNullable(&d.Name, b.Name)
		patchNullable(&d.Section, b.Section)
		patchNullable(&d.Language, b.Language)
		patchNullable(&d.Charset, b.Charset)
		patchNullable(&d.DefaultZone, b.DefaultZone)
		patchNullableEnum(&d.IdentityPolicy, b.IdentityPolicy)
		if b.Credentials.IsSpecified() {
			var credentials *api.Credentials
			patchNullablePointer(&credentials, b.Credentials)
			d.SetCredentials(convert.FromCredentials(credentials))
		}
		if b.Recipe.IsSpecified() {
			var recipe *api.Recipe
			patchNullablePointer(&recipe, b.Recipe)
			d.Recipe = convert.FromRecipe(recipe)
		}
		if b.Schedule.IsSpecified() {
			var draft *api.EndpointSchedule
			patchNullablePointer(&draft, b.Schedule)
			d.Schedule = convert.FromSchedule(draft)
		}
	}
}

// patchField sets a field that can't be null, unless it is absent.
func patchField[T any](target *T, value *T) {
	if value != nil {
		*target = *value
	}
}

// patchEnum is patchField with a conversion to an enum of the domain.
func patchEnum[D, T ~string](target *D, value *T) {
	if value != nil {
		*target = D(*value)
	}
}

// patchNullable sets a field unless it is absent; null sets the zero value.
func patchNullable[T any](target *T, value nullable.Nullable[T]) {
	if value.IsSpecified() {
		var zero T
		*target = zero
		if got, err := value.Get(); err == nil {
			*target = got
		}
	}
}

// patchNullableEnum is patchNullable with a conversion to an enum of the domain.
func patchNullableEnum[D, T ~string](target *D, value nullable.Nullable[T]) {
	if value.IsSpecified() {
		var text T
		patchNullable(&text, value)
		*target = D(text)
	}
}

// patchNullablePointer sets a field unless it is absent; null sets nil.
func patchNullablePointer[T any](target **T, value nullable.Nullable[T]) {
	if value.IsSpecified() {
		*target = nil
		if got, err := value.Get(); err == nil {
			*target = &got
		}
	}
}
