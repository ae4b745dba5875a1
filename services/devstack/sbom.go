package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
)

// sbomDocument is a software bill of materials in CycloneDX 1.5. It contains no time and no serial
// number, so that the same sources give the same document.
type sbomDocument struct {
	BOMFormat   string `json:"bomFormat"`
	SpecVersion string `json:"specVersion"`
	Version     int    `json:"version"`
	Metadata    struct {
		Component sbomComponent `json:"component"`
	} `json:"metadata"`
	Components []sbomComponent `json:"components"`
}

type sbomComponent struct {
	Type     string        `json:"type"`
	Name     string        `json:"name"`
	Version  string        `json:"version,omitempty"`
	Licenses []sbomLicense `json:"licenses,omitempty"`
	PURL     string        `json:"purl"`
	BOMRef   string        `json:"bom-ref"`
}

// sbomLicense is a license or an SPDX expression of several licenses.
type sbomLicense struct {
	License    *sbomLicenseID `json:"license,omitempty"`
	Expression string         `json:"expression,omitempty"`
}

type sbomLicenseID struct {
	ID string `json:"id"` // the SPDX identifier
}

// printSBOM writes the bill of materials of a Go package: the modules that its binary contains. The
// arguments are those of go list, such as -tags, and the package.
func printSBOM(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 {
		return errors.New("usage: devstack sbom [-tags TAGS] PACKAGE")
	}
	const format = "{{with .Module}}{{.Main}}\t{{with " +
		".Replace}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{else}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}"
	command := exec.CommandContext(ctx, "go", append([]string{"list", "-deps", "-f", format}, args...)...)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	output, err := command.Output()
	if err != nil {
		return fmt.Errorf("go list: %w: %s", err, stderr.String())
	}
	document, err := newSBOM(bytes.NewReader(output))
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(document)
}

// newSBOM reads lines with the tab-separated fields main, path, version and folder, and returns the
// document. Modules are sorted and listed once.
func newSBOM(lines io.Reader) (sbomDocument, error) {
	document := sbomDocument{BOMFormat: "CycloneDX", SpecVersion: "1.5", Version: 1}
	scanner, seen := bufio.NewScanner(lines), map[string]bool{}
	for scanner.Scan() {
		fields := strings.Split(scanner.Text(), "\t")
		switch {
		case len(fields) != 4 || seen[fields[1]]:
		case fields[0] == "true":
			document.Metadata.Component = goModule("application", fields[1], "")
		default:
			component := goModule("library", fields[1], fields[2])
			var err error
			if component.Licenses, err = readLicenses(fields[3]); err != nil {
				return document, err
			}
			document.Components = append(document.Components, component)
			seen[fields[1]] = true
		}
	}
	if document.Metadata.Component.Name == "" || len(document.Components) == 0 {
		return document, errors.New("go list names no modules")
	}
	slices.SortFunc(document.Components, func(a, b sbomComponent) int { return strings.Compare(a.PURL, b.PURL) })
	return document, scanner.Err()
}

func goModule(kind, path, version string) sbomComponent {
	purl := "pkg:golang/" + path
	if version != "" {
		purl += "@" + version
	}
	return sbomComponent{Type: kind, Name: path, Version: version, PURL: purl, BOMRef: purl}
}
