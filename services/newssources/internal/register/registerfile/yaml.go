package registerfile

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"

	"sigs.k8s.io/yaml"
)

// documentMark matches what begins or ends a document of a YAML stream. YAML allows it nowhere else, not even in texts.
var documentMark = regexp.MustCompile(`(?m)^\x{feff}?(?:---|\.\.\.)(?:[ \t\r]|$)`)

// noContent matches comments and directives, which belong to the document that follows.
var noContent = regexp.MustCompile(`^\x{feff}?(?:\s*(?:[#%].*)?(?:\n|$))*$`)

// splitYAML returns the documents of a YAML stream. The library reads only the first document of a text.
func splitYAML(stream []byte) (documents [][]byte) {
	start := 0
	for _, mark := range documentMark.FindAllIndex(stream, -1) {
		end := mark[0]
		if bytes.HasPrefix(stream[end:], []byte("...")) {
			end = mark[1]
		}
		if !noContent.Match(stream[start:end]) {
			documents, start = append(documents, stream[start:end]), end
		}
	}
	return append(documents, stream[start:])
}

// readYAML returns the entries of the lists in the documents of a YAML stream, such as several files one after another.
func readYAML(stream []byte) (entries []json.RawMessage, err error) {
	line := 0 // of the start of the document, from 0
	for _, document := range splitYAML(stream) {
		data, err := yaml.YAMLToJSONStrict(document)
		if err != nil {
			// Empty lines before the document make the error name the line of the stream.
			_, err = yaml.YAMLToJSONStrict(append(bytes.Repeat([]byte("\n"), line), document...))
			return nil, invalid("The file is not valid YAML: %s.", shortenYAML.Replace(err.Error()))
		}
		var list []json.RawMessage
		if err := json.Unmarshal(data, &list); err != nil {
			return nil, invalid("The file is not a list of sources: %v.", describe(err, data))
		}
		entries = append(entries, list...)
		line += bytes.Count(document, []byte("\n"))
	}
	return entries, nil
}

// shortenYAML removes prefixes of the YAML library from an error, and puts its lines in one.
var shortenYAML = strings.NewReplacer("error converting YAML to JSON: ", "", "yaml: ", "", "unmarshal errors:\n  ", "",
	"\n  ", "; ")
