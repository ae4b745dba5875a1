package input

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/contract"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/platform/codes"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// ListQuery converts the parameters of the list, or a filter with properties of the same names.
func ListQuery(ctx context.Context, params any) (query sourcelist.Query, err error) {
	if err := convert.JSON(params, &query); err != nil {
		return query, err
	}
	query.Text, query.Limit = weburl.HideCredentials(query.Text), PageLimit(&query.Limit)
	if query.Not != nil {
		replaceMe(ctx, query.Not.Assignees)
		if err := checkFilter(query.Not, "not_"); err != nil {
			return query, err
		}
	}
	replaceMe(ctx, query.Assignees)
	return query, checkFilter(&query, "")
}

// checkFilter checks the values that the contract does not, and makes languages canonical. prefix
// begins the names of the parameters.
func checkFilter(query *sourcelist.Query, prefix string) error {
	for _, code := range query.Countries {
		if code != sourcelist.None && !codes.IsCountry(code) {
			return unknownValue(prefix+"country", "“"+code+"” is not a country. Use an ISO 3166-1 code such as FR.")
		}
	}
	for i, value := range query.Languages {
		if value == sourcelist.None {
			continue
		}
		tag, ok := codes.CanonicalLanguage(value)
		if !ok {
			return unknownValue(prefix+"language", "“"+value+"” is not a language. Use a code such as en or pt-BR.")
		}
		query.Languages[i] = tag
	}
	return nil
}

func unknownValue(parameter, detail string) error {
	return contract.ParameterProblem([]problem.Field{{Pointer: parameter, Code: "unknown", Detail: detail}})
}

// AssignedToMe is the filter value for the member of the request.
const AssignedToMe = "me"

// replaceMe replaces "me" in the values of a filter of assignees by the id of the member of the
// request.
func replaceMe(ctx context.Context, ids []string) {
	for i, id := range ids {
		if id == AssignedToMe {
			ids[i] = Actor(ctx).ActorID.String()
		}
	}
}

// ParseFilter parses a filter of sources in the form of the parameters of the list, such as
// tag=politics&lifecycle=paused, for commands. It returns a problem for an unknown name or value.
func ParseFilter(text string) (query sourcelist.Query, err error) {
	values, err := url.ParseQuery(text)
	if err != nil {
		return query, problem.Wrap(err, problem.Invalid, "The filter can't be read. Use the form tag=politics&country=ES.")
	}
	k, err := contract.Read()
	if err != nil {
		return query, err
	}
	schema := k.Spec.Components.Schemas["SourceFilter"].Value
	filter := map[string]any{}
	for name, list := range values {
		property := schema.Properties[name]
		if property == nil {
			return query, problem.New(problem.Invalid, "“%s” is not a filter.", name)
		}
		if filter[name], err = filterValue(property.Value, list); err != nil {
			return query, problem.Wrap(err, problem.Invalid, "The value of the filter %s is invalid.", name)
		}
		if err := property.Value.VisitJSON(filter[name], openapi3.EnableFormatValidation()); err != nil {
			return query, problem.Wrap(err, problem.Invalid, "“%s” is not a value of the filter %s.", list[0], name)
		}
	}
	for _, name := range []string{"assignee", "not_assignee"} {
		if slices.Contains(values[name], AssignedToMe) {
			return query, problem.New(problem.Invalid, "“me” is not a value of the filter %s here. Use the id of a member.",
				name)
		}
	}
	if err := convert.JSON(filter, &query); err != nil {
		return query, err
	}
	if query.Not != nil {
		if err := checkFilter(query.Not, "not_"); err != nil {
			return query, err
		}
	}
	return query, checkFilter(&query, "")
}

// filterValue converts the texts of a parameter to the type of a schema.
func filterValue(schema *openapi3.Schema, texts []string) (any, error) {
	switch {
	case schema.Type.Is("array"):
		list := make([]any, len(texts))
		for i, text := range texts {
			list[i] = text
		}
		return list, nil
	case len(texts) > 1:
		return nil, fmt.Errorf("%d values", len(texts))
	case schema.Type.Is("integer"):
		return strconv.ParseFloat(texts[0], 64)
	case schema.Type.Is("boolean"):
		return strconv.ParseBool(texts[0])
	}
	return texts[0], nil
}

// FormatFilter returns the text from which ParseFilter reads a filter. The assignee “me” stays.
func FormatFilter(query sourcelist.Query) (string, error) {
	var filter map[string]any
	if err := convert.JSON(query, &filter); err != nil {
		return "", err
	}
	values := url.Values{}
	for name, value := range filter {
		list, isList := value.([]any)
		if !isList {
			list = []any{value}
		}
		for _, v := range list {
			values.Add(name, fmt.Sprint(v))
		}
	}
	return values.Encode(), nil
}
