{{/* Returns NetworkPolicy ports (TCP) without duplicates: (list 80 443). */}}
{{- define "newssources.tcpPorts" -}}
{{- $ports := list }}
{{- range . }}
{{- $ports = append $ports (int .) }}
{{- end }}
{{- range uniq $ports }}
- port: {{ . }}
  protocol: TCP
{{- end }}
{{- end }}

{{/*
Returns the networks (CIDR) of the public IPv4 addresses behind NAT64 (RFC 6052 §2.1): (list "10.0.0.0/8"). Pods with only an IPv6 address
reach IPv4 sites through them.
*/}}
{{- define "newssources.nat64" -}}
{{- range . }}
{{- $parts := regexSplit "[./]" . -1 }}
{{- $high := add (mul (index $parts 0 | int) 256) (index $parts 1 | int) }}
{{- $low := add (mul (index $parts 2 | int) 256) (index $parts 3 | int) }}
- {{ printf "64:ff9b::%x:%x/%d" $high $low (add 96 (index $parts 4 | int)) | quote }}
{{- end }}
{{- end }}

{{/*
Returns the bits of the prefix of a network (CIDR) after its IP family: 4 and 00001010 for 10.0.0.0/8. It returns nothing for other texts.
*/}}
{{- define "newssources.networkBits" -}}
{{- $parts := splitList "/" . }}
{{- $address := first $parts }}
{{- $bits := "" }}
{{- if contains ":" $address }}
{{- with regexFind "[0-9]+(\\.[0-9]+){3}$" $address }}
{{- $octets := splitList "." . }}
{{- $high := add (mul (index $octets 0 | int) 256) (index $octets 1 | int) }}
{{- $low := add (mul (index $octets 2 | int) 256) (index $octets 3 | int) }}
{{- $address = printf "%s%x:%x" (trimSuffix . $address) $high $low }}
{{- end }}
{{- $sides := splitList "::" $address }}
{{- $head := splitList ":" (first $sides) | compact }}
{{- $tail := list }}
{{- if gt (len $sides) 1 }}
{{- $tail = splitList ":" (last $sides) | compact }}
{{- end }}
{{- range until (max 0 (sub 8 (add (len $head) (len $tail))) | int) }}
{{- $head = append $head "0" }}
{{- end }}
{{- range concat $head $tail }}
{{- range lower . | printf "%4s" | replace " " "0" | splitList "" }}
{{- $bits = printf "%s%04b" $bits (regexFind (printf "%s.*" .) "fedcba9876543210" | len | add -1) }}
{{- end }}
{{- end }}
{{- $bits = printf "6%s" $bits }}
{{- else }}
{{- range splitList "." $address }}
{{- $bits = printf "%s%08b" $bits (int .) }}
{{- end }}
{{- $bits = printf "4%s" $bits }}
{{- end }}
{{- if eq (len $parts) 2 }}
{{- trunc (add 1 (int (last $parts)) | int) $bits }}
{{- end }}
{{- end }}

{{/*
Returns the NetworkPolicy peers of the public Internet: no private, link-local, carrier-grade NAT, multicast and reserved networks, no
metadata services of clouds, and none of the networks in networkPolicy.clusterCIDRs. 2000::/3 contains all public IPv6 addresses; the
exceptions are tunnels to IPv4 addresses (Teredo, 6to4) and the prefix for documentation. 64:ff9b::/96 contains the IPv4 addresses behind
NAT64; the service refuses the same addresses in it.
*/}}
{{- define "newssources.publicInternet" -}}
{{- /* 169.254.169.254 and, of Azure, 168.63.129.16 are metadata services. */}}
{{- $private := list "0.0.0.0/8" "10.0.0.0/8" "100.64.0.0/10" "127.0.0.0/8" "169.254.0.0/16" "168.63.129.16/32" "172.16.0.0/12" }}
{{- $private = concat $private (list "192.0.0.0/24" "192.168.0.0/16" "198.18.0.0/15" "224.0.0.0/4" "240.0.0.0/4") }}
{{- range .Values.networkPolicy.clusterCIDRs }}
{{- if not (contains ":" .) }}
{{- $private = append $private . }}
{{- end }}
{{- end }}
- ipBlock:
    cidr: 0.0.0.0/0
    except:
      {{- range $private }}
      - {{ . }}
      {{- end }}
- ipBlock:
    cidr: 2000::/3
    except:
      - 2001::/32
      - 2001:db8::/32
      - 2002::/16
      {{- range .Values.networkPolicy.clusterCIDRs }}
      {{- if and (contains ":" .) (regexMatch "^[23][0-9a-fA-F]{3}:" .) }}
      - {{ . | quote }}
      {{- end }}
      {{- end }}
- ipBlock:
    cidr: 64:ff9b::/96
    except:
      {{- include "newssources.nat64" $private | nindent 6 }}
{{- end }}

{{/*
Returns NetworkPolicy peers: the configured ones, or all pods and all addresses except loopback, link-local and metadata services.
*/}}
{{- define "newssources.peersOrAny" -}}
{{- if . }}
{{- toYaml . }}
{{- else -}}
{{- $local := list "127.0.0.0/8" "169.254.0.0/16" "168.63.129.16/32" }}
- namespaceSelector: {}
- ipBlock:
    cidr: 0.0.0.0/0
    except: [{{ join ", " $local }}]
- ipBlock:
    cidr: 2000::/3
- ipBlock:
    cidr: fc00::/7
    except: ["fd00:ec2::254/128"]
- ipBlock:
    cidr: 64:ff9b::/96
    except:
      {{- include "newssources.nat64" $local | nindent 6 }}
{{- end }}
{{- end }}

{{/* Returns the hosts of a URL with their ports, such as a.example:5432,b.example. */}}
{{- define "newssources.urlHosts" -}}
{{- regexReplaceAll "^[a-z]+://([^/?#]*@)?([^/?#]*).*$" . "${2}" }}
{{- end }}

{{/* Returns the port of a URL: (list URL default). */}}
{{- define "newssources.urlPort" -}}
{{- $port := include "newssources.urlHosts" (index . 0) | regexFind ":[0-9]+$" | trimPrefix ":" }}
{{- default (index . 1 | toString) $port }}
{{- end }}

{{/* Returns the ports of a database address as a JSON array. It may name several hosts; the parameter port replaces their ports. */}}
{{- define "newssources.databasePorts" -}}
{{- $ports := list }}
{{- with regexFind "[?&]port=([0-9,]|%2[Cc])+" . }}
{{- $ports = regexSplit ",|%2[Cc]" (regexReplaceAll "^.port=" . "") -1 | compact }}
{{- else }}
{{- range splitList "," (include "newssources.urlHosts" .) }}
{{- $ports = append $ports (regexFind ":[0-9]+$" . | trimPrefix ":" | default "5432") }}
{{- end }}
{{- end }}
{{- toJson $ports }}
{{- end }}

{{/* Returns the egress rule for the cluster's DNS servers. */}}
{{- define "newssources.dnsEgress" -}}
{{- with .Values.networkPolicy.dns }}
{{- if and .to .ports }}
# DNS
- to:
    {{- toYaml .to | nindent 4 }}
  ports:
    {{- range .ports }}
    - port: {{ . }}
      protocol: UDP
    - port: {{ . }}
      protocol: TCP
    {{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/*
Returns an egress rule to ports (TCP): (list "Database" peers ports). Without ports it returns nothing, because a rule whose list of ports
is empty allows all ports. newssources.peersOrAny describes empty peers.
*/}}
{{- define "newssources.egress" -}}
{{- with index . 2 }}
# {{ index $ 0 }}
- to:
    {{- include "newssources.peersOrAny" (index $ 1) | nindent 4 }}
  ports:
    {{- include "newssources.tcpPorts" . | trim | nindent 4 }}
{{- end }}
{{- end }}

{{/* Returns the egress rules that the API and the worker share. */}}
{{- define "newssources.sharedEgress" -}}
{{- $policy := .Values.networkPolicy }}
{{- include "newssources.dnsEgress" . }}
{{- if .Values.postgresql.enabled }}
# Database
- to:
    - podSelector:
        matchLabels:
          {{- include "newssources.selector" (list . "postgresql") | nindent 10 }}
  ports:
    - port: postgresql
      protocol: TCP
{{- else }}
{{- $ports := $policy.database.ports }}
{{- range compact (list .Values.secrets.databaseUrl .Values.secrets.migrateDatabaseUrl) }}
{{- $ports = concat $ports (include "newssources.databasePorts" . | fromJsonArray) }}
{{- end }}
{{- include "newssources.egress" (list "Database" $policy.database.to $ports) }}
{{- end }}
# News sites; the API also connects to Firebase, Google's keys and webhooks
- to:
    {{- include "newssources.publicInternet" . | nindent 4 }}
  ports:
    {{- include "newssources.tcpPorts" (concat (list 80 443) .Values.fetch.extraPorts) | trim | nindent 4 }}
{{- $proxyPorts := $policy.proxy.ports }}
{{- with .Values.fetch.proxy }}
{{- $proxyPorts = append $proxyPorts (include "newssources.urlPort" (list . (hasPrefix "https:" . | ternary 443 80))) }}
{{- end }}
{{- include "newssources.egress" (list "Proxy" $policy.proxy.to $proxyPorts) }}
{{- with .Values.tracing.endpoint }}
{{- include "newssources.egress" (list "OpenTelemetry collector" list (list (include "newssources.urlPort" (list . (hasPrefix "https:" . | ternary 443 80))))) }}
{{- end }}
{{- with $policy.extraEgress }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Returns the egress rules of the API only. */}}
{{- define "newssources.apiEgress" -}}
{{- $policy := .Values.networkPolicy }}
{{- if or .Values.mail.server .Values.secrets.existingSecret .Values.secrets.smtp.name }}
{{- $ports := $policy.smtp.ports }}
{{- with .Values.mail.server }}
{{- $ports = append $ports (include "newssources.urlPort" (list . (hasPrefix "smtps:" . | ternary 465 587))) }}
{{- end }}
{{- include "newssources.egress" (list "Mail server" $policy.smtp.to $ports) }}
{{- end }}
{{- with .Values.authEmulator.host }}
# Auth emulator
- to:
    - namespaceSelector: {}
  ports:
    {{- include "newssources.tcpPorts" (list (regexFind "[0-9]+$" .)) | trim | nindent 4 }}
{{- end }}
{{- end }}
